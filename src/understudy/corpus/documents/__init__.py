"""Documents and transcripts as people have them: mail, web pages, word processing, subtitles,
annotated recordings. `located` is what their formats share.
"""
