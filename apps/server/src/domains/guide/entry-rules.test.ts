import { expect, test } from 'vitest'
import { parseEntry, type EntryInput } from './entry-rules.ts'

const nowSec = 1_795_000_000
const daySec = 24 * 3600
const entry: EntryInput = {
  channelId: 1,
  startSec: nowSec,
  endSec: nowSec + 3600,
  name: '晚间新闻',
  sub: '',
  intro: '',
  category: '',
}

test.each<[string, Partial<EntryInput>, string]>([
  ['no name', { name: ' ' }, 'NameInvalid'],
  ['a name that is too long', { name: '长'.repeat(101) }, 'NameInvalid'],
  ['a name of two lines', { name: '晚间\n新闻' }, 'NameInvalid'],
  ['a subtitle of two lines', { sub: '一\n二' }, 'TextInvalid'],
  ['a category that is too long', { category: '类'.repeat(41) }, 'TextInvalid'],
  ['an introduction that is too long', { intro: '长'.repeat(2001) }, 'TextInvalid'],
  ['an end at the start', { endSec: nowSec }, 'EndsBeforeStart'],
  ['more than a day', { endSec: nowSec + daySec + 1 }, 'TooLong'],
  ['a time before the archive', { startSec: nowSec - 46 * daySec, endSec: nowSec - 45 * daySec }, 'TooOld'],
  ['a time too far ahead', { startSec: nowSec + 60 * daySec, endSec: nowSec + 60 * daySec + 60 }, 'TooFar'],
])('[G04] an entry with %s is refused', (_what, given, reason) => {
  expect(parseEntry({ ...entry, ...given }, nowSec)).toEqual({ reason })
})

test('[G04] the texts of an entry are trimmed, and its introduction may have several lines', () => {
  const given = { ...entry, name: ' 晚间新闻 ', sub: ' 第 3 集', intro: '一\n二 ' }
  expect(parseEntry(given, nowSec)).toEqual({ ...entry, name: '晚间新闻', sub: '第 3 集', intro: '一\n二' })
})
