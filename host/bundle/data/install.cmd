@echo off
rem Install Sealed Wonders from this folder for the current user, without a network or
rem administrator rights. The program goes to %LOCALAPPDATA%\Programs\sealed-wonders, and an
rem entry that starts it to the start menu; to uninstall, remove both. The program also runs
rem from this folder without being installed: windows\wonders.cmd
setlocal
set "to=%LOCALAPPDATA%\Programs\sealed-wonders"
set "menu=%APPDATA%\Microsoft\Windows\Start Menu\Programs"
set "why=There is nothing here for Windows, so nothing goes there:"
if not exist "%~dp0windows\wonders.cmd" goto failed
set "why=It could not be copied there:"
if exist "%to%.new" rmdir /s /q "%to%.new"
xcopy /e /i /q /y "%~dp0windows" "%to%.new" >nul
if errorlevel 1 goto failed
rem Keep the installed program until the new copy is complete. It can't be moved while it runs.
set "why=The one that is there can't be replaced. End it first if it runs:"
if exist "%to%.old" rmdir /s /q "%to%.old"
if not exist "%to%" goto move
move /y "%to%" "%to%.old" >nul
if exist "%to%" goto failed
:move
move /y "%to%.new" "%to%" >nul
if exist "%to%.old" rmdir /s /q "%to%.old"
set "why=It was copied there, and doesn't start:"
call "%to%\wonders.cmd" --version
if errorlevel 1 goto failed
if exist "%menu%" (
    echo @call "%%LOCALAPPDATA%%\Programs\sealed-wonders\wonders.cmd">"%menu%\Sealed Wonders.cmd"
    echo It is in the start menu.
)
echo Type: "%to%\wonders.cmd"
if "%~1"=="" pause
exit /b 0

:failed
echo %why% "%to%"
if "%~1"=="" pause
exit /b 1
