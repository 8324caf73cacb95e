import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Texts that visitors agree to: terms of use, privacy, and terms of memberships. */
export const LegalKind = z.enum(['terms', 'privacy', 'vip'])
export type LegalKind = z.output<typeof LegalKind>

/** Text with one appearance. A line break is `\n`. */
const LegalRun = z.object({
  text: z.string(),
  /** Where it leads: an http or mail address, or a path of this site; absent for plain text. */
  href: z.optional(z.string()),
  mark: z.optional(z.enum(['strong', 'em', 'code'])),
})
export type LegalRun = z.output<typeof LegalRun>

const runs = z.array(LegalRun)

const LegalList = z.object({
  /** Number of the first item; null for bullets. */
  start: z.nullable(z.int()),
  items: z.array(runs),
})
export type LegalList = z.output<typeof LegalList>

/** A part of a text. The server parses Markdown, so that pages build elements and never insert HTML. */
export const LegalBlock = z.union([
  z.object({ is: z.literal('heading'), level: z.int(), runs }),
  z.object({ is: z.literal('paragraph'), runs }),
  z.object({ is: z.literal('quote'), runs }),
  z.object({
    is: z.literal('list'),
    start: z.nullable(z.int()),
    /** Each item, and the list inside it if there is one. */
    items: z.array(z.object({ runs, inner: z.nullable(LegalList) })),
  }),
  z.object({ is: z.literal('table'), head: z.array(runs), rows: z.array(z.array(runs)) }),
  z.object({ is: z.literal('rule') }),
])
export type LegalBlock = z.output<typeof LegalBlock>

/** A legal text as it is in force. */
export const legalDocument = defineCall({
  name: 'legalDocument',
  summary: 'Terms of use, privacy, or terms of memberships',
  method: 'GET',
  path: '/v1/pub/legal/:kind',
  caller: 'visitor',
  send: z.object({ kind: LegalKind }),
  reply: z.object({
    kind: LegalKind,
    /** Versions of the operator are counted from 1; the default text has versions of its own. */
    version: z.int(),
    /** Whether the operator has written none, so that the station's own text applies. */
    isDefault: z.boolean(),
    /** The day of the version, YYYY-MM-DD. */
    day: z.string(),
    blocks: z.array(LegalBlock),
  }),
  refusals: [],
})
