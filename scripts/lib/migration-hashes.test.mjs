import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrationProblems, recordHashes } from './migration-hashes.mjs'

/** A folder with two recorded migrations. */
function folderWithTwoMigrations() {
  const folder = mkdtempSync(path.join(tmpdir(), 'yunmu-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'hashes.json'), '{}')
  for (const name of ['0001-a', '0002-b']) writeFileSync(path.join(folder, `${name}.ts`), `// ${name}`)
  expect(recordHashes(folder)).toEqual(['0001-a', '0002-b'])
  expect(migrationProblems(folder)).toEqual([])
  return folder
}

test('[M04] a recorded migration that was changed is reported, and recording it again does not help', () => {
  const folder = folderWithTwoMigrations()
  writeFileSync(path.join(folder, '0001-a.ts'), '// another')
  expect(recordHashes(folder)).toEqual([])
  expect(migrationProblems(folder)).toEqual([expect.stringMatching(/^0001-a was changed/)])
})

test('[M04] a recorded migration that was removed or renamed is reported', () => {
  const folder = folderWithTwoMigrations()
  rmSync(path.join(folder, '0002-b.ts'))
  writeFileSync(path.join(folder, '0001-c.ts'), '// between')
  expect(migrationProblems(folder)).toEqual([
    expect.stringMatching(/^0002-b is missing/),
    expect.stringMatching(/^0001-c sorts before 0002-b/),
  ])
})

test('[M04] a new migration must be recorded, and the hashes of the others stay', () => {
  const folder = folderWithTwoMigrations()
  const before = JSON.parse(readFileSync(path.join(folder, 'hashes.json'), 'utf8'))
  writeFileSync(path.join(folder, '0003-c.ts'), '// 0003-c')
  expect(migrationProblems(folder)).toEqual([expect.stringMatching(/^0003-c is not recorded/)])
  expect(recordHashes(folder)).toEqual(['0003-c'])
  expect(migrationProblems(folder)).toEqual([])
  expect(JSON.parse(readFileSync(path.join(folder, 'hashes.json'), 'utf8'))).toMatchObject(before)
})
