import type { Script } from '@yunmu/contract'

function objectAt(holder: unknown, key: string): object | null {
  const value: unknown = holder instanceof Object ? Reflect.get(holder, key) : null
  return value instanceof Object ? value : null
}

/** The stored site data of a script, if it has the shape of `example`: another version may have written it. */
export function readStoredSite(text: string | null, script: Script, example: object): object | null {
  try {
    const stored = objectAt(JSON.parse(text ?? 'null'), script)
    if (!stored || Object.keys(stored).length !== Object.keys(example).length) return null
    const hasSameTypes = Object.entries(example).every(
      ([key, value]) => typeof Reflect.get(stored, key) === typeof value,
    )
    return hasSameTypes ? stored : null
  } catch {
    return null
  }
}
