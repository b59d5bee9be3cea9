/* A ring-exchange solver; argv: KIND RANK STEP. KIND says what happens on that rank at that step.
 */
#include <assert.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void trouble(const char* kind, int rank, int step, int world)
{
  if (!strcmp(kind, "abort")) {
    fprintf(stderr, "rank %d: residual is negative at step %d, giving up\n", rank, step);
    MPI_Abort(MPI_COMM_WORLD, 17);
  } else if (!strcmp(kind, "null")) {
    volatile double* field = NULL;
    field[step] = 1;
  } else if (!strcmp(kind, "kill")) {
    kill(getpid(), SIGKILL);
  } else if (!strcmp(kind, "leave")) {
    _exit(4);
  } else if (!strcmp(kind, "assert")) {
    assert(step % world == -1 && "halo width must match");
  } else if (!strcmp(kind, "zero")) {
    volatile int cells = 0;
    printf("%d\n", step / cells);
  } else if (!strcmp(kind, "illegal")) {
    __builtin_trap();
  } else if (!strcmp(kind, "rank")) {
    double value = step;
    MPI_Send(&value, 1, MPI_DOUBLE, world + 3, 0, MPI_COMM_WORLD);
  } else if (!strcmp(kind, "truncate")) {
    double small[4], large[64] = {0};
    MPI_Request request;
    MPI_Isend(large, 64, MPI_DOUBLE, rank, 5, MPI_COMM_WORLD, &request);
    MPI_Recv(small, 4, MPI_DOUBLE, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (!strcmp(kind, "free")) {
    char* volatile block = malloc(64);
    free(block);
    free(block);
  } else if (!strcmp(kind, "memory")) {
    double* field = malloc((size_t)1 << 52);
    if (!field) {
      perror("heat: cannot allocate the field");
      MPI_Abort(MPI_COMM_WORLD, 12);
    }
  } else if (!strcmp(kind, "input")) {
    if (!fopen("restart/field_00042.bin", "rb")) {
      perror("heat: restart/field_00042.bin");
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
  }
}

int main(int argc, char** argv)
{
  int rank, world, bad = argc > 2 ? atoi(argv[2]) : 0, last = argc > 3 ? atoi(argv[3]) : 10;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (rank == 0)
    printf("heat 1.4: %d ranks, grid 512x512, dt 1e-4, tolerance 1e-6\n", world);
  for (int step = 1; step <= last + 400; ++step) {
    double left = 0, mine = 1.0 / (step + rank), sum = 0;
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, (rank + 1) % world, 1, &left, 1, MPI_DOUBLE,
                 (rank + world - 1) % world, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && step % 2 == 0)
      printf("step %5d  residual %.3e  error estimate %.2e\n", step, sum / world, sum / world / 10);
    if (step == last && rank == bad)
      trouble(argv[1], rank, step, world);
    usleep(20000);
  }
  MPI_Finalize();
  return 0;
}
