import { toScript } from './script.ts'
import type { Script } from './script.ts'

/** `https://…`, `data:…`, `//host/…`, `/path/…`: addresses may contain Chinese and must not be converted. */
const URL_OR_PATH = /^(?:[a-z][a-z0-9+.-]*:(?:\/\/|[a-z])|\/)\S*$/i

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function convertText(text: string, script: Script): string {
  const converted = toScript(text, script)
  return converted === text || URL_OR_PATH.test(text) ? text : converted
}

/**
 * Converts the strings of a JSON value to the reader's script. Keys, numbers, addresses and strings without Chinese
 * stay as they are. With `keys`, only strings below these keys are converted, at any depth. A value without changes is
 * returned itself, not copied.
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
