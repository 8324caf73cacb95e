import type { CollectionManager, CollectionSourceRow } from '../domains/collection/index.ts'
import { UsageError } from './command-context.ts'

/** The collection source of a name. @throws UsageError */
export async function findSource(manager: CollectionManager, name: string): Promise<CollectionSourceRow> {
  const source = await manager.find(name)
  if (!source) throw new UsageError(`没有叫“${name}”的采集源。用 collect list 看有哪些。`)
  return source
}
