"""A gateway to language models: prompts leave with stand-ins, answers come back with the originals.

app            routes: a request is read, protected, forwarded, and its answer restored
slots          the texts of a JSON value, and how new ones take their places
dialects       what of each interface is text: OpenAI's, Anthropic's
shield         a policy at work on conversations
conversations  which conversation a request belongs to
sessions       what was drawn for each conversation, in memory or in an encrypted file
answers        answers, whole and as streams of events
upstream       the one server that requests are forwarded to
"""
