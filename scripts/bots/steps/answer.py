"""Step 1: a bot that answers, and gives no command."""
import turns


def orders(me, script):
    return []


if __name__ == "__main__":
    turns.play(orders)
