#include "eval/app.hpp"

int main(int argc, char** argv)
{
  return gpualert::eval::run(argc, argv);
}
