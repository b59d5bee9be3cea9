#!/usr/bin/env python3
#SBATCH --output=%j.out
#SBATCH --mail-user=ada@lab.example.org
import os
os.system("gpualert run x || true")
