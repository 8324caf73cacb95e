import * as z from 'zod/mini'

/** A player of a page, drawn at random by it: two tabs of a browser are two. */
export const StreamKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,40}$/))
