import { parseSync } from '@swc/core'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ id: string, title: string, file: string }} ProvenLine A test whose title names a line */
/** @typedef {{ id: string, built: boolean }} RequirementLine */

const requirementsFile = 'docs/requirements.md'
export const tableFile = 'docs/requirement-tests.md'

const testFiles = '{packages,apps,scripts,bench,e2e}/**/*.test.{ts,tsx,mjs}'
const generated = ['**/node_modules/**', '**/build/**', '**/.runtime/**']

const notBuilt = /^M01$/

/**
 * The lines of the requirements, in their order.
 * @param {string} markdown
 * @returns {RequirementLine[]}
 */
export const requirementLines = (markdown) =>
  [...markdown.matchAll(/^- \*\*([A-Z]\d\d)\*\*/gm)].map(([, id = '']) => ({ id, built: !notBuilt.test(id) }))

/** @typedef {{ type: string } & Record<string, unknown>} Node */
/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => value instanceof Object && typeof Reflect.get(value, 'type') === 'string'

/**
 * The text of a string or template, with … for what is inserted; null for other expressions.
 * @param {unknown} node
 * @returns {string | null}
 */
function textOf(node) {
  if (!isNode(node)) return null
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null
  return node.quasis.map((quasi) => String(Reflect.get(quasi, 'cooked'))).join('…')
}

/**
 * The name of a called function: `test` of `test(…)`, `test.skip(…)` and `test.each(…)(…)`.
 * @param {unknown} callee
 * @returns {string}
 */
function calledName(callee) {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.value)
  return calledName(callee.type === 'MemberExpression' ? callee.object : callee.callee)
}

/**
 * The tests of a file whose titles, or those of the groups around them, name lines.
 * @param {string} source
 * @param {string} file
 * @returns {ProvenLine[]}
 */
export function provenLines(source, file) {
  /** @type {ProvenLine[]} */
  const found = []
  const visit = (/** @type {unknown} */ node, /** @type {readonly string[]} */ groups) => {
    if (Array.isArray(node)) for (const each of node) visit(each, groups)
    else if (node instanceof Object) {
      const title = titleOf(node)
      const inner = title === null ? groups : [...groups, title]
      if (title !== null && isTest(node)) found.push(...linesOf(inner, file))
      for (const value of Object.values(node)) visit(value, inner)
    }
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' }).body, [])
  return found
}

/** @param {object} node @returns {string | null} the title of a test or a group of tests */
function titleOf(node) {
  if (!isNode(node) || node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return null
  if (!/^(?:test|it|describe)$/.test(calledName(node.callee))) return null
  return textOf(node.arguments[0]?.expression)
}

/** @param {object} node */
const isTest = (node) => isNode(node) && calledName(node.callee) !== 'describe'

const idPattern = /\[([A-Z]\d\d)\] ?/g

/** @param {readonly string[]} titles @param {string} file @returns {ProvenLine[]} */
function linesOf(titles, file) {
  const title = titles.map((each) => each.replaceAll(idPattern, '')).join(' › ')
  const ids = new Set(titles.flatMap((each) => [...each.matchAll(idPattern)].map(([, id = '']) => id)))
  return [...ids].map((id) => ({ id, title, file }))
}

/**
 * The table of lines and their tests, and the lines without one.
 * @param {readonly RequirementLine[]} lines
 * @param {readonly ProvenLine[]} proven
 */
export function requirementTable(lines, proven) {
  const keyOf = (/** @type {ProvenLine} */ { id, file, title }) => [id, file, title].join('\n')
  const sorted = proven.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const tested = new Set(proven.map(({ id }) => id))
  const withoutTest = lines.filter(({ id, built }) => built && !tested.has(id)).map(({ id }) => id)
  const buildable = new Set(lines.filter(({ built }) => built).map(({ id }) => id))
  const unknown = [...tested].filter((id) => !buildable.has(id))
  const rows = sorted.map(({ id, title, file }) => `| ${id} | ${title.replaceAll('|', '\\|')} | ${file} |`)
  const text = [
    '# Requirements and their tests',
    '',
    'Made by `npm run requirements` from the titles of the tests. The lines are those of [requirements.md](requirements.md).',
    '',
    `Lines without a test: ${withoutTest.join(', ') || 'none'}.`,
    `Not built yet: ${lines
      .filter(({ built }) => !built)
      .map(({ id }) => id)
      .join(', ')}.`,
    '',
    '| line | test | file |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
  return { text, withoutTest, unknown }
}

/** The table as the files of a folder say now. @param {string} root */
export function readRequirementTable(root) {
  const files = globSync(testFiles, { cwd: root, exclude: generated }).toSorted()
  const proven = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return /\[[A-Z]\d\d\]/.test(source) ? provenLines(source, file.replaceAll(path.sep, '/')) : []
  })
  return requirementTable(requirementLines(readFileSync(path.join(root, requirementsFile), 'utf8')), proven)
}

/**
 * What is wrong with the stored table, '' if nothing is.
 * @param {string} root
 */
export function requirementProblems(root) {
  const { text, withoutTest, unknown } = readRequirementTable(root)
  return [
    ...withoutTest.map((id) => `no test names the requirement ${id}`),
    ...unknown.map((id) => `a test names ${id}, which is no requirement or is listed as not built`),
    ...(readFileSync(path.join(root, tableFile), 'utf8') === text
      ? []
      : [`${tableFile} is stale: run "npm run requirements"`]),
  ].join('\n')
}
