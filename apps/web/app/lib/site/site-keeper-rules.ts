import type { Script } from '@yunmu/contract'

function objectAt(holder: unknown, key: string): object | null {
  const value: unknown = holder instanceof Object ? Reflect.get(holder, key) : null
  return value instanceof Object ? value : null
}

/** What was kept of a script, where it is of the same shape as what the station sends now: it may be of another version. */
export function readKept(text: string | null, script: Script, like: object): object | null {
  try {
    const kept = objectAt(JSON.parse(text ?? 'null'), script)
    if (!kept || Object.keys(kept).length !== Object.keys(like).length) return null
    const isLike = Object.entries(like).every(([key, value]) => typeof Reflect.get(kept, key) === typeof value)
    return isLike ? kept : null
  } catch {
    return null
  }
}
