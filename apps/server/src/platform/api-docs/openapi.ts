import { refusalOf, replyCode, type Call, type ProgramCall, type RefusalName } from '@yunmu/contract'
import { segmentNames } from '@yunmu/contract/wire'
import { platformRefusals } from '../calls/declared-refusals.ts'
import { jsonSchemaOf, parametersOf, type JsonSchema } from './json-schema.ts'

/** The calls of the contract by domain. */
export type CallsByDomain = Readonly<Record<string, readonly Call[]>>

/** The calls of programs by domain. */
export type ProgramCalls = Readonly<Record<string, readonly ProgramCall[]>>

const ref = (kind: string, name: string): { $ref: string } => ({ $ref: `#/components/${kind}/${name}` })
const capitalise = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** The envelope of a reply. */
function envelope(code: JsonSchema, data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { code, data, msg: { type: 'string' }, day: { type: 'string', format: 'date' } },
    required: ['code', 'data', 'msg', 'day'],
  }
}

function doneSchema(call: Call): JsonSchema {
  const reply = ref('schemas', `${capitalise(call.name)}Reply`)
  const sealed: JsonSchema = {
    type: 'string',
    description:
      'base64url( nonce ‖ AES-256-GCM( deflate-raw( JSON ) ) ‖ tag ), sealed with the key of `day`. Opened, it is the content schema.',
    contentMediaType: 'application/json',
    contentSchema: reply,
  }
  return envelope({ const: replyCode.done }, call.plain ? reply : sealed)
}

function refusedSchema(names: readonly RefusalName[]): JsonSchema {
  const codes = [...new Set(names.map((name) => refusalOf(name).code))].toSorted((a, b) => a - b)
  const data: JsonSchema = { type: 'object', properties: { refusal: { enum: [...names] } }, required: ['refusal'] }
  return envelope({ enum: codes }, data)
}

const json = (schema: JsonSchema): object => ({ 'application/json': { schema } })

function responsesOf(call: Call): Record<string, object> {
  const names = [...new Set([...call.refusals, ...platformRefusals(call)])]
  const statuses = [...new Set(names.map((name) => refusalOf(name).status))]
    .filter((status) => status !== 200)
    .toSorted((a, b) => a - b)
  const withStatus200 = names.filter((name) => refusalOf(name).status === 200)
  const responses: Record<string, object> = {
    200: {
      description: 'The reply, or a refusal that an honest client can meet',
      content: json({ anyOf: [doneSchema(call), refusedSchema(withStatus200)] }),
    },
  }
  for (const status of statuses) {
    const refused = names.filter((name) => refusalOf(name).status === status)
    responses[status] = { description: `Refused: ${refused.join(', ')}`, content: json(refusedSchema(refused)) }
  }
  return { ...responses, 500: ref('responses', 'Failed') }
}

function operationOf(call: Call, domain: string): object {
  const platform = [...(call.method === 'GET' ? ['Signature'] : []), 'Script']
  const token = { tokenHeader: [], tokenPayload: [], tokenSignature: [] }
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [domain],
    'x-caller': call.caller,
    'x-sealed': call.plain !== true,
    security: call.caller === 'visitor' ? [{}, token] : [token],
    parameters: [...parametersOf(call), ...platform.map((name) => ref('parameters', name))],
    ...(call.method === 'POST'
      ? { requestBody: { required: true, content: json(ref('schemas', `${capitalise(call.name)}Send`)) } }
      : {}),
    responses: responsesOf(call),
  }
}

const programProblems = { 401: 'No token, or one of another scope', 413: 'A body that is too long', 429: 'Too often' }

/** A call of programs: plain, with lines that are answered one by one. */
function programOperationOf({ name, summary, command, scope, maxBodyBytes }: ProgramCall, domain: string): object {
  const line = ref('schemas', `${capitalise(name)}Line`)
  const problem = json({ type: 'object', properties: { msg: { type: 'string' } }, required: ['msg'] })
  return {
    operationId: name,
    summary,
    description: `At most ${maxBodyBytes} bytes. The token has the scope "${scope}"; \`${command}\` makes one. Repeating a line changes nothing.`,
    tags: [domain],
    security: [{ programToken: [] }],
    parameters: [],
    requestBody: {
      required: true,
      content: {
        // OpenAPI 3.1 has no schema of a sequence: this is that of each line.
        'application/x-ndjson': { schema: line },
        ...json({ type: 'array', items: line }),
      },
    },
    responses: {
      200: { description: 'Every line was answered', content: json(ref('schemas', `${capitalise(name)}Reply`)) },
      ...Object.fromEntries(
        Object.entries(programProblems).map(([status, description]) => [status, { description, content: problem }]),
      ),
      500: ref('responses', 'Failed'),
    },
  }
}

const tokenPart = (name: string, what: string): object => ({
  type: 'apiKey',
  in: 'query',
  name,
  description: `${what} of the session's JSON Web Token`,
})

const components = {
  parameters: {
    Signature: {
      name: '_vv',
      in: 'query',
      required: true,
      description: 'Time signature of the path: seconds floored to five minutes, a dot, and the digest.',
      schema: { type: 'string', pattern: '^\\d{10}\\.[A-Za-z0-9_-]{22}$' },
    },
    Script: {
      name: 'lang',
      in: 'query',
      required: false,
      description: 'The script of the reply: traditional or simplified Chinese.',
      schema: { enum: ['t', 's'] },
    },
  },
  responses: {
    Failed: {
      description: 'Something failed that nobody expected',
      content: json(envelope({ const: replyCode.refused }, { type: 'null' })),
    },
  },
  securitySchemes: {
    tokenHeader: tokenPart('_he', 'Header'),
    tokenPayload: tokenPart('_pl', 'Payload'),
    tokenSignature: tokenPart('_si', 'Signature'),
    programToken: { type: 'http', scheme: 'bearer', description: 'A token that an operator gave to a program' },
  },
}

/** The contract and the calls of programs as an OpenAPI 3.1 document. */
export function openApiOf(callsByDomain: CallsByDomain, programCalls: ProgramCalls, version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, JsonSchema> = {}
  for (const [domain, calls] of Object.entries(callsByDomain)) {
    for (const call of calls) {
      const path = segmentNames(call.path).reduce(
        (text, name) => text.replace(`:${name}`, `{${name}}`),
        call.path as string,
      )
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, domain) }
      schemas[`${capitalise(call.name)}Reply`] = jsonSchemaOf(call.reply, 'output')
      if (call.method === 'POST') schemas[`${capitalise(call.name)}Send`] = jsonSchemaOf(call.send, 'input')
    }
  }
  for (const [domain, calls] of Object.entries(programCalls)) {
    for (const call of calls) {
      paths[call.path] = { post: programOperationOf(call, domain) }
      schemas[`${capitalise(call.name)}Line`] = jsonSchemaOf(call.line, 'input')
      schemas[`${capitalise(call.name)}Reply`] = jsonSchemaOf(call.reply, 'output')
    }
  }
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: '云幕 Yunmu', version, description: 'Every call of the station, made from its contract.' },
    servers: [{ url: '/' }],
    tags: Object.keys(callsByDomain).map((name) => ({ name })),
    paths,
    components: { ...components, schemas },
  }
}
