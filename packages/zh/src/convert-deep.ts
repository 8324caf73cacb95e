import { toScript } from './script.ts'
import type { Script } from './script.ts'

/** `https://…`, `data:…`, `//host/…`, `/path/…`: an address may hold Chinese and must stay as it is. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:(?:\/\/|[a-z])|\/)\S*$/i

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function convertText(text: string, script: Script): string {
  return ADDRESS.test(text) ? text : toScript(text, script)
}

/**
 * A JSON value with its strings in the reader's script. Keys, numbers, addresses and strings without Chinese stay as
 * they are. With `keys`, only the strings below those keys are converted, at any depth.
 */
export function convertDeep<T>(value: T, script: Script, keys?: ReadonlySet<string>): T
export function convertDeep(value: unknown, script: Script, keys?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return keys === undefined ? convertText(value, script) : value
  if (Array.isArray(value)) return value.map((each: unknown) => convertDeep(each, script, keys))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    convertDeep(each, script, keys?.has(key) ? undefined : keys),
  ])
  return Object.fromEntries(entries)
}
