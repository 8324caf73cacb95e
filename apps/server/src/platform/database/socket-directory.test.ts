import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../testing/open-folder.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { prepareSocketDirectory, socketDirectoryOf } from './socket-directory.ts'

test('a link or an open folder in the place of the socket is refused', () => {
  const folder = openFolder()
  const elsewhere = path.join(folder, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  symlinkSync(elsewhere, path.join(folder, 'link'))
  expect(() => prepareSocketDirectory(path.join(folder, 'link'), undefined)).toThrow(StartRefusal)
  expect(() => prepareSocketDirectory(folder, undefined)).toThrow(StartRefusal)
})

test.runIf(process.getuid?.() === 0)('a folder of another user in the place of the socket is refused', () => {
  const folder = path.join(openFolder(), 'taken')
  mkdirSync(folder, { mode: 0o700 })
  prepareSocketDirectory(folder, { uid: 65534, gid: 65534 })
  expect(() => prepareSocketDirectory(folder, { uid: 1, gid: 1 })).toThrow(StartRefusal)
})

test('the socket directory is closed to others, and creating it again changes nothing', () => {
  const folder = path.join(openFolder(), 'run')
  for (const _ of [1, 2]) prepareSocketDirectory(folder, undefined)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a socket is beside its cluster as long as its path fits, counted in bytes', () => {
  expect(socketDirectoryOf('/data/pg')).toBe('/data/pg/run')
  const chinese = `/${'片'.repeat(40)}/pg`
  const moved = socketDirectoryOf(chinese)
  expect(moved).toMatch(/^\/tmp\/yunmu-[0-9a-f]{20}$/)
  expect(socketDirectoryOf(`${chinese}2`)).not.toBe(moved)
})
