"""Step 1: a bot that answers each script with an empty turn."""
import turns


def orders(me, script):
    return []


if __name__ == "__main__":
    turns.play(orders)
