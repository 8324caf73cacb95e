import type { OldAddress, Page } from '@yunmu/urls'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import { decodeId, defaultIdEncoding } from './maccms/encoded-id-rules.ts'
import { maccms } from './maccms/migrate-maccms.ts'
import type { LegacyEntry } from './legacy-store.ts'
import type { MigrationParts } from './migration-parts.ts'

/** Leads addresses with ids of an older system to pages of the station. */
export interface LegacyAddresses {
  /**
   * The page of an old address, to be completed. Undefined if nothing was migrated, so that its ids are the station's own;
   * null if there was no such title, category, person or channel, or it was not taken.
   */
  pageOf(address: OldAddress): Promise<Page | null | undefined>
  /** Forgets whether there are any. */
  invalidate(): void
}

type Needs = Pick<MigrationParts, 'store' | 'channels'>

export function createLegacyAddresses({ store, channels }: Needs): LegacyAddresses {
  const isMigrated = createSharedRead(store.hasAny)
  const encodings = createSharedRead(async () =>
    (await store.encodings(maccms)).map(({ site, key, length }) => ({
      site,
      key: key ?? defaultIdEncoding.key,
      length: length ?? defaultIdEncoding.length,
    })),
  )
  /** The entry whose id a text encodes. */
  const findEncoded = async (kind: OldAddress['kind'], text: string): Promise<LegacyEntry | null> => {
    for (const { site, ...encoding } of await encodings.get(0)) {
      const oldId = decodeId(text, encoding)
      const entry = oldId === null ? null : await store.find(kind, { oldId, site })
      if (entry) return entry
    }
    return null
  }
  return {
    invalidate() {
      isMigrated.invalidate()
      encodings.invalidate()
    },
    async pageOf(address) {
      if (!(await isMigrated.get(0))) return undefined
      const { kind, key } = address
      const oldId = /^\d{1,15}$/.test(key) ? Number(key) : null
      // A slug may be a number too, such as that of the film 1917: ids come first.
      const entry =
        (oldId === null ? null : await store.find(kind, { oldId })) ??
        (await store.find(kind, { slug: key.toLowerCase() })) ??
        (await findEncoded(kind, key))
      return entry && toPage(address, entry, { store, channels })
    },
  }
}

async function toPage({ kind, page, place }: OldAddress, entry: LegacyEntry, needs: Needs): Promise<Page | null> {
  const { site, id, name, oldId } = entry
  if (kind === 'person') return { name: 'person', person: name }
  if (id === null) return null
  if (kind === 'channel') return needs.channels.page(id)
  if (kind === 'category') {
    if (page?.name === 'browse') return { ...page, type: String(id) }
    return { name: 'tabs', type: id }
  }
  if (!place) return { name: 'details', pidId: 0, id }
  const source = await needs.store.sourceOf(site, oldId, place.sid)
  // A group that was not taken has nothing to play: its title is the nearest page.
  return source === null ? { name: 'details', pidId: 0, id } : { name: 'vod', pidId: 0, id, level: place.nid, source }
}
