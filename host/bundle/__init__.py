"""The whole program as files to download or copy from a USB stick: see `making`."""
