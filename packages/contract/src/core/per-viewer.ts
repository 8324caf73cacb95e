import type { Caller } from './define-call.ts'

/**
 * How a call that is open to visitors depends on who makes it: `true` as a whole; otherwise only by these fields, anywhere
 * in its reply, which have these values for visitors.
 */
export type PerViewer = true | Readonly<Record<string, string | number | boolean>>

/**
 * The part of a reply that is the same for everybody: fields that depend on the viewer have the values for visitors.
 * Undefined if there is none, as for every call that only users may make.
 */
export function replyForEverybody(
  { caller, perViewer }: { caller: Caller; perViewer?: PerViewer },
  reply: unknown,
): unknown {
  if (caller !== 'visitor' || perViewer === true) return undefined
  return perViewer ? withFields(reply, perViewer) : reply
}

function withFields(value: unknown, fields: Exclude<PerViewer, true>): unknown {
  if (Array.isArray(value)) return value.map((item) => withFields(item, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      Object.hasOwn(fields, name) ? fields[name] : withFields(part, fields),
    ]),
  )
}
