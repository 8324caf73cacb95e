import { createHash } from 'node:crypto'
import path from 'node:path'

const web = path.resolve(import.meta.dirname, '..')

/**
 * The class name for a name in a CSS module, `title-k3f9`. Short, because every page and chunk contains many; the suffix
 * only has to differ between modules.
 * @param file the module's absolute path
 */
export function scopedName(name: string, file: string): string {
  const module = path.relative(web, file.split('?', 1)[0] ?? file)
  const digest = createHash('sha256').update(module).digest()
  return `${name}-${digest.readUInt32BE().toString(36).slice(-4).padStart(4, '0')}`
}
