#!/usr/bin/env python3
"""Talks to `yahtzee mcp` with the official Python client (`pip install mcp`): scripts/release/mcp_client.py PROGRAM [ARGUMENT...]. It calls every tool, and
checks that its answers equal the program's output. Invalid questions get errors that name the problem."""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

GAME = "rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score small-straight\n"
CARD = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40"


def printed(program, *arguments, stdin=None):
    return json.loads(subprocess.run([*program, *arguments, "--json"], check=True, capture_output=True, text=True, input=stdin).stdout)


async def talk(program, tables, errors):
    server = StdioServerParameters(command=program[0], args=[*program[1:], "mcp", "--tables", tables])
    async with stdio_client(server, errlog=errors) as (read, write), ClientSession(read, write) as session:
        hello = await session.initialize()
        tools = (await session.list_tools()).tools
        names = [tool.name for tool in tools]
        assert names == ["advise", "odds", "value", "chance", "review", "rules"], names
        schemas = {tool.name: json.loads(tool.model_dump_json(by_alias=True))["inputSchema"] for tool in tools}
        assert schemas["advise"]["required"] == ["dice"] and schemas["chance"]["required"] == ["objective"]
        assert "rerolls_left" in schemas["advise"]["properties"] and "dice" not in schemas["value"]["properties"]
        for name, schema in schemas.items():
            text = json.dumps(schema)
            wanted = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}
            assert wanted <= set(schema.get("$defs", {})), (name, wanted)

        async def ask(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            answer = json.loads(result.model_dump_json(by_alias=True))
            return answer["isError"], answer.get("structuredContent") or answer["content"][0]["text"]

        async def same(name, arguments, *command, stdin=None, without=()):
            failed, answer = await ask(name, **arguments)
            assert not failed, answer
            wanted = printed(program, *command, "--tables", tables, stdin=stdin)
            for field in without:
                wanted.pop(field, None)
            assert {key: answer[key] for key in wanted} == wanted, (name, answer, wanted)
            return answer

        dice = await ask("advise", dice="11666", rerolls_left=1, card={"ones": 3}, why=True, chosen="score chance")
        assert not dice[0] and dice[1]["options"][0]["kind"] == "hold" and dice[1]["chosen"]["category"] == "chance", dice
        line = {"dice": [1, 1, 6, 6, 6], "rerolls_left": 1, "card": {"ones": 3}}
        batch = subprocess.run(
            [*program, "advise", "--stdin", "--tables", tables], check=True, capture_output=True, text=True, input=json.dumps(line) + "\n"
        )
        assert (await ask("advise", **line)) == (False, json.loads(batch.stdout)), "as 'advise --stdin'"
        await same("value", {"card": CARD}, "value", "--card", CARD)
        await same("value", {"rules": "crag"}, "value", "--rules", "crag")
        objective = {"kind": "target", "score": 250}
        chance = await same("chance", {"card": CARD, "objective": objective}, "value", "--card", CARD, "--target", "250")
        review = await same("review", {"game": GAME}, "review", "-", stdin=GAME, without=["file"])
        _, listed = await ask("rules")
        assert "hasbro" in [rules["name"] for rules in listed["rule_sets"]]
        assert "[[lower]]" in (await ask("rules", name="kniffel"))[1]["toml"]
        for name, arguments, what in [
            ("advise", {}, "the field 'dice' is missing"),
            ("advise", {"dice": "1135"}, "dice"),
            ("advise", {"dice": "11356", "sides": 6}, "no field 'sides'"),
            ("advise", {"dice": "11356", "rules": "/etc/passwd"}, "rule set"),
            ("value", {"dice": "11356"}, "no field 'dice'"),
            ("value", {"card": "fives=31"}, "card"),
            ("chance", {}, "objective"),
            ("review", {"game": "what a game"}, "game"),
            ("rules", {"name": "chess"}, "chess"),
        ]:
            failed, answer = await ask(name, **arguments)
            assert failed and what in answer, (name, arguments, answer)
        print(f"{hello.serverInfo.name if hasattr(hello, 'serverInfo') else hello.server_info.name}: {', '.join(names)}")
        print(f"chance of 250 points: {chance['chance']:.6f}; loss of the game: {review['loss']:.2f}; the best of 11666: {dice[1]['options'][0]['hold']}")


def main():
    program = [str(Path(sys.argv[1]).resolve()) if "/" in sys.argv[1] else sys.argv[1], *sys.argv[2:]]
    with tempfile.TemporaryDirectory() as tables, tempfile.TemporaryFile("w+") as errors:
        asyncio.run(talk(program, tables, errors))
        errors.seek(0)
        assert not (said := errors.read()), said
    print("all answers as the program prints them")


if __name__ == "__main__":
    main()
