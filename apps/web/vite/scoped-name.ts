import { createHash } from 'node:crypto'
import path from 'node:path'

const web = path.resolve(import.meta.dirname, '..')

/**
 * The class that a name of a CSS module becomes, `title-k3f9`. Every page and every file of scripts is full of them, so
 * that they are kept short: a class needs to tell the modules apart and no more.
 * @param file the module's absolute path
 */
export function scopedName(name: string, file: string): string {
  const module = path.relative(web, file.split('?', 1)[0] ?? file)
  const digest = createHash('sha256').update(module).digest()
  return `${name}-${digest.readUInt32BE().toString(36).slice(-4).padStart(4, '0')}`
}
