import {
  consoleTitleDelete,
  consoleTitleFind,
  consoleTitleLock,
  consoleTitleMerge,
  consoleTitleMove,
  consoleTitlePublish,
  consoleTitleSet,
  consoleTitleShow,
  consoleTitleSplit,
} from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Corrections } from '../corrections/corrections.ts'
import { parseTitleField, parseTitleValue, type TitleField } from '../corrections/title-field-rules.ts'

/** The fields of these names; null if one is unknown. */
function fieldsOf(names: readonly string[]): TitleField[] | null {
  const fields = names.map(parseTitleField).filter((field) => field !== null)
  return fields.length === names.length ? fields : null
}

/** The columns of fields that are given as texts; null if one cannot be set so. */
function columnsOf(given: Readonly<Record<string, string>>): {
  columns: Record<string, unknown>
  fields: TitleField[]
} | null {
  const columns: Record<string, unknown> = {}
  const fields: TitleField[] = []
  for (const [name, text] of Object.entries(given)) {
    const field = parseTitleField(name)
    const row = field && parseTitleValue(field, text)
    if (!field || !row) return null
    Object.assign(columns, row)
    fields.push(field)
  }
  return { columns, fields }
}

/** Corrections of titles as calls of operators' programs. */
export function mountConsoleTitles(registry: CallRegistry, { titles }: Corrections): void {
  mountCall(registry, consoleTitleFind, async ({ send }) => ({
    list: await titles.find({ ...send, text: send.text.trim() }),
  }))
  mountCall(registry, consoleTitleShow, async ({ send: { id }, refuse }) => {
    const title = await titles.show(id)
    return title ? { title, columns: title.columns, sources: title.sources } : refuse('NoSuchTitle')
  })
  mountCall(registry, consoleTitleSet, async ({ send: { id, fields: given, lock }, viewer, refuse }) => {
    const parsed = columnsOf(given)
    if (!parsed) return refuse('FieldInvalid')
    const done = await titles.set(viewer.name, id, parsed.columns, lock ? parsed.fields : [])
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleTitleMove, async ({ send: { id, categoryId, lock }, viewer, refuse }) => {
    const done = await titles.move(viewer.name, id, categoryId, lock)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleTitleMerge, async ({ send: { id, into }, viewer, refuse }) => {
    const done = await titles.merge(viewer.name, id, into)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleTitleSplit, async ({ send: { id, sources, levels, name, season }, viewer, refuse }) => {
    if (sources === undefined && levels === undefined) return refuse('NothingToSplit')
    const choice = { ...(sources && { sources }), ...(levels && { levels }), name, season }
    const done = await titles.split(viewer.name, id, choice)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleTitlePublish, async ({ send: { id, published }, viewer, refuse }) => {
    const done = await titles.publish(viewer.name, id, published)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleTitleDelete, async ({ send: { id, deleted }, viewer, refuse }) => {
    const done = await titles.remove(viewer.name, id, deleted)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleTitleLock, async ({ send: { id, fields: names, locked }, viewer, refuse }) => {
    const fields = fieldsOf(names)
    if (!fields) return refuse('FieldInvalid')
    const done = await titles.lock(viewer.name, id, fields, locked)
    return typeof done === 'string' ? refuse(done) : done
  })
}
