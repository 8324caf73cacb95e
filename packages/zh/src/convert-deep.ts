import { toScript } from './script.ts'
import type { Script } from './script.ts'

/** `https://…`, `data:…`, `//host/…`, `/path/…`: an address may hold Chinese and must stay as it is. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:(?:\/\/|[a-z])|\/)\S*$/i

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function convertText(text: string, script: Script): string {
  const converted = toScript(text, script)
  return converted === text || ADDRESS.test(text) ? text : converted
}

/**
 * A JSON value with its strings in the reader's script. Keys, numbers, addresses and strings without Chinese stay as
 * they are. With `keys`, only the strings below those keys are converted, at any depth. Whatever has nothing to convert
 * in it comes back itself, not a copy.
 */
export function convertDeep<T>(value: T, script: Script, keys?: ReadonlySet<string>): T
export function convertDeep(value: unknown, script: Script, keys?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return keys === undefined ? convertText(value, script) : value
  if (Array.isArray(value)) return convertEach(value, script, keys)
  if (!isRecord(value)) return value
  const changed: [string, unknown][] = []
  for (const key of Object.keys(value)) {
    const each = convertDeep(value[key], script, keys?.has(key) ? undefined : keys)
    if (each !== value[key]) changed.push([key, each])
  }
  return changed.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...changed])
}

function convertEach(values: readonly unknown[], script: Script, keys?: ReadonlySet<string>): readonly unknown[] {
  let isChanged = false
  const converted = values.map((value) => {
    const each = convertDeep(value, script, keys)
    isChanged ||= each !== value
    return each
  })
  return isChanged ? converted : values
}
