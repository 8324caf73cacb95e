import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './paths.mjs'
import { run } from './run.mjs'

/** One violation for each rule that the project depends on. @type {Record<string, string>} */
const violations = {
  'typescript(no-floating-promises)': 'export function f(p: Promise<void>): void {\n  p\n}',
  'typescript(no-misused-promises)': 'export const f = (xs: number[]) => xs.filter(async (x) => x > 0)',
  'typescript(no-explicit-any)': 'export const x: any = 1',
  'typescript(no-non-null-assertion)': 'export const f = (x?: number): number => x!',
  'typescript(ban-ts-comment)': '// @ts-ignore\nexport const x: number = 1',
  'typescript(consistent-type-imports)': "import { URL } from 'node:url'\nexport type X = URL",
  'import(no-default-export)': 'export default 1',
  'eslint(no-restricted-properties)':
    "import { sql } from 'kysely'\nexport const f = (name: string) => sql.raw(`select ${name}`)",
  'eslint(no-console)': "console.log('x')",
  'eslint(no-warning-comments)': '// TODO later\nexport const x = 1',
  'eslint(max-lines)': 'export const x = [\n' + '  1,\n'.repeat(400) + ']',
  'eslint(max-lines-per-function)': 'export function f(): number[] {\n  return [\n' + '  1,\n'.repeat(80) + ']\n}',
}

test('every lint rule reports its violation', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'yunmu-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: [] }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  Object.values(violations).forEach((source, index) =>
    writeFileSync(path.join(folder, `case-${index}.ts`), `${source}\n`),
  )
  writeFileSync(path.join(folder, 'camelCase.ts'), "import { one } from './ring-one.ts'\nexport const camel = one\n")
  writeFileSync(path.join(folder, 'ring-one.ts'), "import { two } from './ring-two.ts'\nexport const one = () => two\n")
  writeFileSync(path.join(folder, 'ring-two.ts'), "import { one } from './ring-one.ts'\nexport const two = () => one\n")

  const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint')
  const args = [oxlint, '-c', path.join(root, '.oxlintrc.json'), '--type-aware', '-f', 'unix', '.']
  const { output } = await run(process.execPath, args, { cwd: folder })
  const reported = Object.keys(violations).filter((rule, index) =>
    output.split('\n').some((line) => line.includes(`case-${index}.ts`) && line.includes(rule)),
  )
  expect(reported).toEqual(Object.keys(violations))
  expect(output).toMatch(/camelCase\.ts.*unicorn\(filename-case\)/)
  expect(output).toMatch(/ring-one\.ts.*import\(no-cycle\)/)
})
