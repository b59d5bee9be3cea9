#include "deliver/app.hpp"

int main(int argc, char** argv)
{
  return gpualert::deliver::run(argc, argv);
}
