import { SourceError } from '../sources/row-source.ts'
import type { Binding } from './item-store.ts'
import type { ItemRun } from './run-items.ts'

export interface BoundCategory {
  pidId: number
  typeId: number
}

/** A category or library of the server. */
export interface RemoteCategory {
  key: string
  name: string
  /** The name of the category that fits if nothing is proposed by name; empty for none. */
  fallback: string
}

/** What the operator wrote: the server's name, and ours or `不收`. */
export type GivenBindings = ReadonlyMap<string, string>

const skipped = '不收'
const forAdults = /福利|伦理|情色|三级|成人|写真|adult|xxx|porn|18\s*\+/iu

/**
 * Binds the categories of a server to ours: as the operator says now, else as decided before, else as their names propose.
 * Stores the bindings and puts them into the report. Those that are not taken are absent.
 * @throws SourceError for a name that nobody has
 */
export async function bindCategories(
  run: ItemRun,
  remote: readonly RemoteCategory[],
  given: GivenBindings,
): Promise<ReadonlyMap<string, BoundCategory>> {
  const { parts, items, sourceId, dry, report } = run
  const own = await parts.catalog.categories()
  const stored = new Map((await items.bindings(sourceId)).map((binding) => [binding.key, binding]))
  for (const name of given.keys())
    if (!remote.some((category) => category.name === name)) throw new SourceError(`对方没有“${name}”这个分类。`)

  const ownId = (wanted: string): number => {
    const found = own.find(({ id, name }) => name === wanted || String(id) === wanted)
    if (!found) throw new SourceError(`本站没有“${wanted}”这个分类。`)
    return found.id
  }
  const bindingOf = ({ key, name, fallback }: RemoteCategory): Binding => {
    const wanted = given.get(name)
    if (wanted !== undefined) return { key, name, typeId: wanted === skipped ? null : ownId(wanted), byHand: true }
    const before = stored.get(key)
    if (before?.byHand === true) return { ...before, name }
    const fitting = forAdults.test(name) ? null : (own.find((category) => category.name === fallback)?.id ?? null)
    const typeId = parts.proposeCategory(name, own) ?? fitting
    return { key, name, typeId, byHand: false }
  }
  const bindings = remote.map(bindingOf)
  if (!dry) await items.saveBindings(sourceId, bindings)
  const byId = new Map(own.map((category) => [category.id, category]))
  for (const { name, typeId, byHand } of bindings)
    report.bindings = [...(report.bindings ?? []), { name, type: byId.get(typeId ?? 0)?.name ?? null, byHand }]
  return new Map(
    bindings.flatMap(({ key, typeId }) => {
      const category = byId.get(typeId ?? 0)
      if (!category) return []
      return [[key, { pidId: category.pid === 0 ? category.id : category.pid, typeId: category.id }] as const]
    }),
  )
}
