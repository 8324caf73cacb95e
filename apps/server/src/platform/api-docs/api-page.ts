import { refusalOf, type Call, type ProgramCall, type RefusalName } from '@yunmu/contract'
import { platformRefusals } from '../calls/declared-refusals.ts'
import { jsonSchemaOf, parametersOf, type JsonSchema } from './json-schema.ts'
import type { CallsByDomain, ProgramCalls } from './openapi.ts'

/** The page's only style sheet, inlined; the page's policy contains its digest. */
export const apiPageStyle = `
:root { color-scheme: light dark; --line: light-dark(#d9d3c7, #34383f); --soft: light-dark(#6b6457, #9aa0a8) }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; font: 15px/1.6 system-ui, sans-serif }
h1 { font-size: 1.6rem } h2 { margin-top: 3rem; text-transform: capitalize } h3 { margin: 0; font-size: 1rem }
a { color: inherit } code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { white-space: pre-wrap; margin: .25rem 0 }
article { border-top: 1px solid var(--line); padding: 1.25rem 0 }
.method { font-weight: 700 } .soft { color: var(--soft) }
.scroll { overflow-x: auto } table { border-collapse: collapse; margin: .5rem 0 }
th, td { text-align: left; vertical-align: top; padding: .15rem 1.25rem .15rem 0 } th { font-weight: 400; color: var(--soft) }
summary { cursor: pointer; color: var(--soft) }
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

/** One row of a table of fields. */
interface Field {
  name: string
  type: string
}

/** Describes the values of a schema in one line. */
function typeOf(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return 'anything'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = optionsOf(schema)
  if (options) return options.map(typeOf).join(' | ')
  if (schema.type === 'array') return `list of ${typeOf(itemOf(schema))}`
  const bounds = [
    schema.minimum === undefined ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined ? '' : `to ${schema.maximum}`,
    schema.maxLength === undefined ? '' : `up to ${schema.maxLength} characters`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
  return [[schema.type ?? 'anything'].flat().join(' | '), ...bounds.filter(Boolean)].join(', ')
}

/** The schemas of a union. */
const optionsOf = ({ anyOf, oneOf }: JsonSchema) => anyOf ?? oneOf

const itemOf = ({ items }: JsonSchema): JsonSchema | boolean => (Array.isArray(items) ? true : (items ?? true))

/** The fields of an object, followed by those of nested objects. */
function fieldsOf(schema: JsonSchema | boolean, path = ''): Field[] {
  if (typeof schema === 'boolean') return []
  const inner = optionsOf(schema)?.find(({ type }) => type === 'object') ?? schema
  if (inner.type === 'array') return fieldsOf(itemOf(inner), `${path}[]`)
  return Object.entries(inner.properties ?? {}).flatMap(([key, value]) => {
    const optional = (inner.required ?? []).includes(key) ? '' : '?'
    const name = path === '' ? key : `${path}.${key}`
    return [{ name: `${name}${optional}`, type: typeOf(value) }, ...fieldsOf(value, name)]
  })
}

function table(caption: string, fields: readonly Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(
    ({ name, type }) => `<tr><td><code>${escape(name)}</code></td><td><code>${escape(type)}</code></td></tr>`,
  )
  return `<div class="scroll"><table><thead><tr><th scope="col">${caption}</th><th scope="col">type</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const refusalField = (name: RefusalName): Field => {
  const { code, status, msg } = refusalOf(name)
  return { name, type: `code ${code}, status ${status}${msg === '' ? '' : `, ${msg}`}` }
}

const callers: Record<Call['caller'], string> = {
  visitor: 'anybody',
  user: 'who is signed in',
  vip: 'who is signed in and a VIP',
  operator: 'who runs the station',
}

function callEntry(call: Call): string {
  const parametersIn = (place: 'path' | 'query'): Field[] =>
    parametersOf(call)
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({ name: `${name}${required ? '' : '?'}`, type: typeOf(schema) }))
  const body = call.method === 'POST' ? fieldsOf(jsonSchemaOf(call.send, 'input')) : []
  const reply = fieldsOf(jsonSchemaOf(call.reply, 'output'))
  return `<article id="${escape(call.name)}">
<h3><a href="#${escape(call.name)}">${escape(call.name)}</a></h3>
<pre><span class="method">${call.method}</span> ${escape(call.path)}</pre>
<p>${escape(call.summary)}. <span class="soft">For ${callers[call.caller]}; the reply travels ${call.plain ? 'plain' : 'sealed'}.</span></p>
${table('segments', parametersIn('path'))}${table('query', parametersIn('query'))}${table('body', body)}
<details><summary>Reply</summary>${table('fields', reply)}</details>
${table('refusals', call.refusals.map(refusalField))}
</article>`
}

/** The fields of each kind of lines. */
function lineTables({ line }: ProgramCall): string {
  const schema = jsonSchemaOf(line, 'input')
  return (optionsOf(schema) ?? [schema]).map((option) => table('line', fieldsOf(option))).join('')
}

function programEntry(call: ProgramCall): string {
  const { name, path, summary, scope, command, maxBodyBytes, reply } = call
  return `<article id="${escape(name)}">
<h3><a href="#${escape(name)}">${escape(name)}</a></h3>
<pre><span class="method">POST</span> ${escape(path)}</pre>
<p>${escape(summary)}. <span class="soft">For programs: <code>Authorization: Bearer</code> with a token of the scope
<code>${escape(scope)}</code>, which <code>${escape(command)}</code> makes. The body is JSON Lines or one JSON array, at most ${maxBodyBytes}
bytes; the reply is plain JSON without an envelope.</span></p>
<details><summary>Lines</summary>${lineTables(call)}</details>
<details><summary>Reply</summary>${table('fields', fieldsOf(jsonSchemaOf(reply, 'output')))}</details>
</article>`
}

const wireNotes = `<p>Every reply is <code>{ code, data, msg, day }</code>. Code 0 is done; a refusal carries <code>data.refusal</code>
and a sentence in <code>msg</code>. Sealed <code>data</code> is base64url of ( nonce ‖ AES-256-GCM of deflate-raw JSON ‖ tag )
under the key of <code>day</code>, which is HKDF-SHA-256 of the site key.</p>
<p>GET calls carry the time signature <code>_vv</code> of their path. The token of a session, a JWT, travels in the query as
<code>_he</code>, <code>_pl</code> and <code>_si</code>. <code>lang=s|t</code> chooses the script of the reply.</p>`

/** The contract as a page, without scripts and external resources. */
export function renderApiPage(callsByDomain: CallsByDomain, programCalls: ProgramCalls): string {
  const domains = Object.entries(callsByDomain)
  const contents = domains.map(([domain]) => `<a href="#domain-${escape(domain)}">${escape(domain)}</a>`)
  const sections = domains.map(
    ([domain, calls]) =>
      `<section><h2 id="domain-${escape(domain)}">${escape(domain)}</h2>${[...calls.map(callEntry), ...(programCalls[domain] ?? []).map(programEntry)].join('\n')}</section>`,
  )
  const common = [...new Set(domains.flatMap(([, calls]) => calls.flatMap(platformRefusals)))]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>云幕 API</title>
<style>${apiPageStyle}</style>
</head>
<body>
<header><h1>云幕 API</h1>
<nav aria-label="Domains">${contents.join(' · ')} · <a href="/docs/api/openapi.json">OpenAPI 3.1</a></nav></header>
<main>${wireNotes}
<details><summary>Refusals that any call may meet</summary>${table('refusals', common.map(refusalField))}</details>
${sections.join('\n')}</main>
</body>
</html>
`
}
