"""
The whole program as files to download from a host or copy from a USB stick.

See `making`.
"""
