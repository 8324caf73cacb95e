import { calls, callsByDomain, defineCall, programCallsByDomain } from '@yunmu/contract'
import { segmentNames } from '@yunmu/contract/wire'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { renderApiPage } from './api-page.ts'
import { openApiOf } from './openapi.ts'

interface Operation {
  operationId: string
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: unknown }[]
  requestBody?: unknown
  responses: Record<string, { description?: string; $ref?: string }>
  tags: string[]
  security: Record<string, string[]>[]
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

let t: TestApp
let document: Document
let page: string
beforeAll(async () => {
  t = await buildTestApp()
  document = (await t.app.inject({ url: '/docs/api/openapi.json' })).json()
  page = (await t.app.inject({ url: '/docs/api' })).body
})

const operations = (): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
  )

/** Every value of a key, at any depth. */
function* valuesOf(key: string, value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === key) yield inner
    yield* valuesOf(key, inner)
  }
}

describe('[K04] the OpenAPI document', () => {
  test('contains every call of the contract at its path and method, under its domain', () => {
    for (const [domain, calls] of Object.entries(callsByDomain)) {
      for (const call of calls) {
        const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
        const operation = document.paths[path]?.[call.method.toLowerCase()]
        expect(operation, call.name).toMatchObject({ operationId: call.name, summary: call.summary, tags: [domain] })
      }
    }
    expect(operations()).toHaveLength(calls.length + Object.values(programCallsByDomain).flat().length)
  })

  test('[H01] contains the feed with its token, its lines and its answers, which are plain', () => {
    const feed = document.paths['/feed/matches']?.['post']
    expect(feed).toMatchObject({
      operationId: 'matchFeed',
      tags: ['matches'],
      security: [{ programToken: [] }],
      description: expect.stringContaining('scope "feed"'),
      requestBody: {
        content: {
          'application/x-ndjson': { schema: { $ref: '#/components/schemas/MatchFeedLine' } },
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/MatchFeedLine' } } },
        },
      },
      responses: {
        200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/MatchFeedReply' } } } },
        401: {},
        413: {},
        429: {},
      },
    })
    const lines = JSON.stringify(document.components['schemas']?.['MatchFeedLine'])
    for (const record of ['competition', 'team', 'match', 'event', 'lineup', 'statistics', 'streams'])
      expect(lines).toContain(`"const":"${record}"`)
    expect(document.components['securitySchemes']).toMatchObject({ programToken: { type: 'http', scheme: 'bearer' } })
  })

  test('states its version of OpenAPI, and has what that version requires', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const tags = new Set(document.tags.map(({ name }) => name))
    for (const [path, method, operation] of operations()) {
      expect(path).toMatch(/^\//)
      expect(['get', 'post']).toContain(method)
      for (const tag of operation.tags) expect(tags).toContain(tag)
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/)
        expect(response.$ref ?? response.description).toBeTruthy()
      }
      for (const scheme of operation.security.flatMap((one) => Object.keys(one)))
        expect(document.components['securitySchemes']).toHaveProperty(scheme)
    }
  })

  test('gives each operation an id of its own', () => {
    const names = operations().map(([, , { operationId }]) => operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has a required parameter for each path segment and no other, and no name twice', () => {
    for (const [path, method, { parameters, requestBody }] of operations()) {
      const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const stated = parameters.filter((parameter) => parameter.in === 'path')
      expect(new Set(stated.map(({ name }) => name))).toEqual(new Set(segments))
      expect(stated).toHaveLength(segments.length)
      expect(stated.every(({ required, schema }) => required === true && typeof schema === 'object')).toBe(true)
      const keys = parameters.map(({ $ref, name, in: place }) => $ref ?? `${place} ${name}`)
      expect(new Set(keys).size).toBe(keys.length)
      expect(requestBody !== undefined).toBe(method === 'post')
    }
  })

  test('every reference in it resolves', () => {
    const references = [...valuesOf('$ref', document)]
    expect(references.length).toBeGreaterThan(calls.length)
    for (const reference of references) {
      const found = String(reference)
        .split('/')
        .slice(1)
        .reduce<unknown>((at, name) => {
          return typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
        }, document)
      expect(found, String(reference)).toBeDefined()
    }
  })

  test('every schema in it uses keywords of JSON Schema', () => {
    const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
    const used = [...valuesOf('type', document.components['schemas'])].filter((type) => typeof type === 'string')
    expect(used.length).toBeGreaterThan(calls.length)
    expect(used.filter((type) => !types.has(type))).toEqual([])
  })

  test('[K03] describes sealed data as text with its content schema, and plain data as it is', () => {
    const dataOf = (path: string, method: string) =>
      JSON.stringify([...valuesOf('data', document.paths[path]?.[method]?.responses['200'])][0])
    expect(dataOf('/v1/pub/index/data', 'get')).toContain(
      '"contentSchema":{"$ref":"#/components/schemas/IndexDataReply"}',
    )
    expect(dataOf('/pub/user/play/token', 'post')).toBe('{"$ref":"#/components/schemas/PlayTokenReply"}')
  })

  test('describes a number in an address as a number with its bounds', () => {
    const count = document.paths['/v1/pub/vod/newest/{type}/{count}']?.['get']?.parameters.find(
      ({ name }) => name === 'count',
    )
    expect(count?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 50 })
  })
})

describe('[K04] the page for people', () => {
  test('names every call with its path, caller, segments, fields and refusals', () => {
    for (const call of calls) {
      const entry = page.slice(page.indexOf(`<article id="${call.name}">`)).split('</article>')[0] ?? ''
      for (const words of [call.path, call.summary, ...segmentNames(call.path), ...call.refusals])
        expect(entry, call.name).toContain(words)
    }
  })

  test('[H01] describes the feed with the fields of every kind of lines', () => {
    const entry = page.slice(page.indexOf('<article id="matchFeed">')).split('</article>')[0] ?? ''
    for (const words of ['/feed/matches', 'Bearer', 'matches token add', 'kickoff', 'formation', 'unchanged'])
      expect(entry).toContain(words)
  })

  test('runs no script and loads nothing external, and its policy permits its own style', async () => {
    expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(|https?:/)
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
    const policy = String((await t.app.inject({ url: '/docs/api' })).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })

  test('text of the contract is escaped', () => {
    const call = defineCall({
      name: 'odd',
      summary: '<script>alert(1)</script>',
      method: 'GET',
      path: '/v1/odd',
      caller: 'visitor',
      send: z.object({}),
      reply: z.object({ '<b>': z.literal('"><i>') }),
      refusals: [],
    })
    const html = renderApiPage({ '<u>': [call] }, {})
    expect(html).not.toMatch(/<script|<b>|<i>|<u>/)
    expect(JSON.stringify(openApiOf({ odd: [call] }, {}, '0'))).toContain('/v1/odd')
  })
})
