"""
The French words for bytes: 256 of two syllables, and 256 of three.

Chosen for this program, about two thirds of them from the French list of BIP-39 (MIT
licence). Any two of them differ in at least three letters, accents aside, and no word is
within one letter of a word of the English list. Players with different versions of the
program compare them, so no word may change.
"""

from __future__ import annotations

_EVEN = """
abeille accroche achat acteur affiche aiguille algèbre altesse aqueduc arbitre arbuste
ardoise armure assiette astuce atome aubaine auberge audace aurore autruche averse avion
avoine avril bagage baguette balcon baleine banlieue bassin bateau batterie berceau
berline bijou biscuit blouson bobine bonbon bonheur bougie bouquin boussole boutique
breuvage brigade brillant brioche brochure buisson bulletin caillou calibre campagne
canal cantine caprice capsule capuche carbone carotte carreau cascade casquette caviar
ceinture chaleur chapitre chaton chausson chimère cigogne citerne citron clairon climat
cobalt colline corniche costume couteau cravate cristal cuillère cuisine cylindre
danseur dauphin décembre dédale délice dentelle désert diamant dimanche domaine dragon
écharpe échelle écluse école empereur énigme enseigne épaule épine époque épreuve
équerre équipe estrade étude falaise famille farine flocon fontaine fortune fossile
fougère fourmi frégate fromage galerie gardien gazon gendarme génie girafe gorille
goudron guimauve guitare hangar héron histoire horloge hublot idylle image insecte
jaguar javelot jeudi journal joyau justice kayak lagune lambeau lanterne lapin lecture
lessive lézard licorne lumière lundi machine mairie maison mallette mammouth mardi
mascotte médaille mélange mémoire métal microbe milieu minute miroir monnaie moulin
mousson murène mystère nageur navire nectar noisette novembre obstacle octobre odeur
oiseau ortie palace panda panneau parole parrain perdrix pilote pirogue piscine pizza
placard plafond plumage pochette poème prénom proverbe puceron pupitre puzzle radis
rapide région reptile romance royaume ruban ruisseau sagesse samedi saumon serrure
sésame signal silence siphon sirop soldat soleil soupape station surprise symbole talent
témoin tirelire tomate tornade torrent totem travail trésor triomphe trombone troupeau
tulipe tympan vacarme verrou veston vinaigre violon vipère vitrine voiture volume zénith
"""

_ODD = """
abandon acajou albatros alchimie aliment alphabet alvéole amazone ambassade améthyste
amphibie antidote appareil apprenti aquarium archipel argonaute artichaut asticot
astronaute avalanche aventure aviateur bagatelle baobab basilic bénéfice bilboquet
boulanger cabaret cachalot calamar camarade caméra capitaine caporal caramel carnaval
carrousel catapulte cathédrale cavalier céramique champignon charpentier chimpanzé
chocolat cinéma citadelle citoyen clarinette clémentine coccinelle cohésion colisée
colonel comédie confiture cormoran corridor cosmonaute créature crocodile cyclamen
décathlon diplomate dirigeable domicile dromadaire dynastie éclaircie écrivain écureuil
églantine élastique électron élégant embuscade émissaire épicerie épisode équateur
équinoxe escalier espadrille étagère étincelle étourneau éventail fabuleux fanfaron
fantaisie favori festival flibustier frénésie fricassée frigidaire funambule gastronome
gélatine général géomètre gondolier graffiti gramophone habitude haricot harmonie
hérisson hippocampe hirondelle horizon illusion jambonneau jardinier kangourou karaté
kilogramme kimono labyrinthe lavabo légionnaire lévrier libellule limonade littoral
longitude luminaire macaron magasin magenta malachite mammifère mandarine manivelle
marathon marécage matériel mayonnaise mécanique mélodie ménestrel météore métropole
mimosa ministère mirabelle moniteur mosaïque musaraigne muséum musicien naturel nautilus
nénuphar nougatine numéro obélisque océan octogone olivier opéra orangeade orchidée
orifice otarie ouragan palissade panoplie pantalon paradoxe pâtissier pavillon paysage
pélican péninsule pergola perroquet perspective pétunia pharaon philosophe phonographe
piranha polochon polygone potager potiron propulseur pyjama quarantaine quinquina
ramoneur réfectoire régiment république résultat réveillon rigolade romarin rossignol
safari salamandre sarbacane sarcophage satellite saxophone scarabée scénario sémaphore
sénateur séquoia sérénade serpentin silicium solitude sombrero sortilège souterrain
spaghetti spectateur stalactite stratagème symétrie symphonie tabouret tacticien
talisman tarentule tatami télégramme terminus théorie thermomètre tintamarre toboggan
tourbillon trampoline transistor tribunal trottinette troubadour uniforme utopie végétal
véhicule vélodrome véranda vermicelle vestibule vinaigrette vivarium vocation voltigeur
xylophone
"""

EVEN = tuple(_EVEN.split())
"""By byte, for the places 0, 2, 4 …"""

ODD = tuple(_ODD.split())
"""By byte, for the places 1, 3, 5 …"""
