#!/bin/sh
# Oinkly for the devices of your tailnet, with https: passkeys and notifications work, and nobody else can reach it.
# Turn on MagicDNS and HTTPS certificates for the tailnet first. Then set, with the address that this prints:
# PUBLIC_URL=https://<machine>.<tailnet>.ts.net TRUSTED_PROXIES=127.0.0.1
set -eu
tailscale serve --bg 3000
tailscale serve status
