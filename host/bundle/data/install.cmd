@echo off
rem Installs Sealed Wonders from this folder for whoever calls it; it takes no network, and no
rem administrator. The program goes to %LOCALAPPDATA%\Programs\sealed-wonders; to be rid of it,
rem remove that. It can be started from here as well: windows\wonders.cmd
setlocal
set "to=%LOCALAPPDATA%\Programs\sealed-wonders"
if not exist "%~dp0windows\wonders.cmd" (
    echo There is nothing here for Windows.
    exit /b 1
)
if exist "%to%" rmdir /s /q "%to%"
xcopy /e /i /q /y "%~dp0windows" "%to%" >nul
if errorlevel 1 (
    echo It could not be copied to "%to%".
    exit /b 1
)
call "%to%\wonders.cmd" --version
if errorlevel 1 exit /b 1
echo Type: "%to%\wonders.cmd"
if "%~1"=="" pause
exit /b 0
