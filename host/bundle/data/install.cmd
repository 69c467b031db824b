@echo off
rem Installs Sealed Wonders from this folder for whoever calls it; it takes no network, and no
rem administrator. The program goes to %LOCALAPPDATA%\Programs\sealed-wonders, and a line that
rem starts it into the start menu; to be rid of it, remove both. It can be started from here as
rem well: windows\wonders.cmd
setlocal
set "to=%LOCALAPPDATA%\Programs\sealed-wonders"
set "menu=%APPDATA%\Microsoft\Windows\Start Menu\Programs"
set "why=There is nothing here for Windows, so nothing goes there:"
if not exist "%~dp0windows\wonders.cmd" goto failed
set "why=It could not be copied there:"
if exist "%to%.new" rmdir /s /q "%to%.new"
xcopy /e /i /q /y "%~dp0windows" "%to%.new" >nul
if errorlevel 1 goto failed
rem What is there stays as it is until the new one is whole. While it runs it can't be moved.
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
