#!/bin/bash
# Runs a command with the private cluster's configuration.
export SLURM_CONF=/tmp/gpualert-capture/slurm/slurm.conf
exec "$@"
