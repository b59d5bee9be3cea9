"""A command line made with click."""
import click


@click.command()
@click.option("--data", type=click.Path(exists=True), required=True)
@click.option("--lr", type=click.FloatRange(0, 1), default=0.1)
@click.option("--precision", type=click.Choice(["32", "16-mixed", "bf16-mixed"]), default="32")
def train(data, lr, precision):
    """Fine-tunes a model."""
    click.echo("epoch 1")


click.echo("finetune 0.4.1 (torch 1.13.1, python 3.11)")
click.echo("WARNING: no GPU found, error-prone options are disabled", err=True)
train()
