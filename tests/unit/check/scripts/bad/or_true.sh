#!/bin/bash
srun gpualert run python a.py || true            # expect: errors-ignored
srun gpualert run python b.py || echo "failed"   # expect: errors-ignored
srun gpualert run python c.py || { echo "failed"; date; }   # expect: errors-ignored
exit 0
