import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './lib/paths.mjs'
import { readRequirementTable, tableFile } from './lib/requirement-tests.mjs'

/** Writes the table of the requirements and the tests that name them, and prints the lines without a test. */
const { text, withoutTest, unknown } = readRequirementTable(root)
writeFileSync(path.join(root, tableFile), text)
console.log(`wrote ${tableFile}`)
for (const id of withoutTest) console.error(`no test names the requirement ${id}`)
for (const id of unknown) console.error(`a test names ${id}, which is no requirement or is listed as not built`)
if (withoutTest.length + unknown.length > 0) process.exitCode = 1
