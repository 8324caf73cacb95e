import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packagesAreInstalled } from './packages.mjs'

/** A project with this lock file and this record of what is installed. @param {object} wanted @param {object} [installed] */
function project(wanted, installed) {
  const folder = mkdtempSync(path.join(tmpdir(), 'yunmu-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (installed) {
    writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  }
  return folder
}

const wanted = {
  '': { version: '0.1.0' },
  'apps/server': { version: '0.1.0' },
  'node_modules/@yunmu/server': { resolved: 'apps/server', link: true },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/pg-darwin': { version: '18.0.0', optional: true },
}
const installed = {
  'node_modules/@yunmu/server': { resolved: 'apps/server', link: true },
  'node_modules/fastify': { version: '5.0.0' },
}

test('a fresh clone and an incomplete installation have no record and count as not installed', () => {
  expect(packagesAreInstalled(project(wanted))).toBe(false)
})

test('another version or a missing package counts as not installed', () => {
  const other = { ...installed, 'node_modules/fastify': { version: '4.9.0' } }
  expect(packagesAreInstalled(project(wanted, other))).toBe(false)
  expect(packagesAreInstalled(project({ ...wanted, 'node_modules/zod': { version: '4.0.0' } }, installed))).toBe(false)
})

test('packages for other systems may be missing', () => {
  expect(packagesAreInstalled(project(wanted, installed))).toBe(true)
})
