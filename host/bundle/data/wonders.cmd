@echo off
rem Starts the program with the Python that lies beside it: nothing has to be installed.
setlocal
if not exist "%~dp0python\python.exe" (
    echo The folder "python" isn't here. Unpack the whole archive first, and start this there.
    if "%~1"=="" pause
    exit /b 1
)
"%~dp0python\python.exe" -m sealed_wonders @WORDS@%*
set status=%errorlevel%
rem Who has double-clicked would not see what is said: the window closes at once.
if not "%status%"=="0" if "%~1"=="" pause
exit /b %status%
