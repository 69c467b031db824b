@echo off
rem Starts the program with the Python that lies beside it: nothing has to be installed.
setlocal
"%~dp0python\python.exe" -m sealed_wonders @WORDS@%*
set status=%errorlevel%
rem Who has double-clicked would not see what is said: the window closes at once.
if not "%status%"=="0" if "%~1"=="" pause
exit /b %status%
