import {
  consoleChannelFind,
  consoleChannelLines,
  consoleChannelLock,
  consoleChannelRenumber,
  consoleChannelSet,
  consoleChannelShow,
  consoleChannelVisible,
} from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { ChannelCorrections } from '../corrections/channel-corrections.ts'
import type { ChannelQuery, FoundChannel, ShownChannel } from '../corrections/channel-find-store.ts'
import { parseChannelField, parseChannelValue, type ChannelField } from '../corrections/channel-field-rules.ts'

interface Operated {
  corrections: Omit<ChannelCorrections, 'undoable'>
  find(query: ChannelQuery): Promise<FoundChannel[]>
  show(id: number): Promise<ShownChannel | null>
  storeLogo(from: string | Buffer): Promise<string | null>
}

/** The columns of fields that are given as texts; null if one cannot be set so. A logo is an address, or empty. */
async function columnsOf(
  given: Readonly<Record<string, string>>,
  storeLogo: Operated['storeLogo'],
): Promise<{ columns: Record<string, unknown>; fields: ChannelField[] } | null> {
  const columns: Record<string, unknown> = {}
  const fields: ChannelField[] = []
  for (const [name, text] of Object.entries(given)) {
    const field = parseChannelField(name)
    if (!field) return null
    const logo = field === 'logo' && text.trim() !== '' ? await storeLogo(text.trim()) : ''
    const row = field === 'logo' ? logo !== null && { logo } : parseChannelValue(field, text)
    if (!row) return null
    Object.assign(columns, row)
    fields.push(field)
  }
  return { columns, fields }
}

/** Corrections of channels as calls of operators' programs. */
export function mountConsoleChannels(registry: CallRegistry, { corrections, find, show, storeLogo }: Operated): void {
  mountCall(registry, consoleChannelFind, async ({ send }) => ({
    list: await find({ ...send, text: send.text.trim() }),
  }))
  mountCall(registry, consoleChannelShow, async ({ send: { id }, refuse }) => {
    const channel = await show(id)
    return channel ? { channel, columns: channel.columns, lines: channel.lines } : refuse('NoSuchChannel')
  })
  mountCall(registry, consoleChannelSet, async ({ send: { id, fields: given, lock }, viewer, refuse }) => {
    const parsed = await columnsOf(given, storeLogo)
    if (!parsed) return refuse('FieldInvalid')
    const done = await corrections.set(viewer.name, id, parsed.columns, lock ? parsed.fields : [])
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleChannelVisible, async ({ send: { ids, visible }, viewer, refuse }) => {
    const done = await corrections.show(viewer.name, ids, visible)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleChannelRenumber, async ({ send: { numbers }, viewer, refuse }) => {
    const done = await corrections.renumber(viewer.name, new Map(numbers.map(({ id, number }) => [id, number])))
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleChannelLock, async ({ send: { id, fields: names, locked }, viewer, refuse }) => {
    const fields = names.map(parseChannelField).filter((field) => field !== null)
    if (fields.length < names.length) return refuse('FieldInvalid')
    const done = await corrections.lock(viewer.name, id, fields, locked)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleChannelLines, async ({ send: { id, change }, viewer, refuse }) => {
    const { name: actor } = viewer
    const apply = () => {
      switch (change.act) {
        case 'add':
          return corrections.addLine(actor, id, {
            address: change.address,
            name: change.name ?? '',
            line: change.line ?? null,
          })
        case 'remove':
          return corrections.removeLine(actor, id, change.line)
        case 'enable':
          return corrections.enableLine(actor, id, change.line, change.enabled)
        case 'order':
          return corrections.orderLines(actor, id, change.lines)
      }
    }
    const done = await apply()
    return typeof done === 'string' ? refuse(done) : done
  })
}
