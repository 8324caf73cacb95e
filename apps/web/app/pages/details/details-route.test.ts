import type { PageContext } from '@yunmu/contract'
import { createStaticHandler, RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { createCallCache } from '../../lib/calls/call-cache.ts'
import { pageCache, pageContext } from '../../lib/calls/page-data.tsx'
import { loader } from './details-route.tsx'

/** Status of a title's page if one of its calls is refused. */
async function statusWithout(refusedCall: string): Promise<number> {
  const make: PageContext['make'] = async ({ name }) =>
    name === refusedCall
      ? { done: false, refusal: 'Overloaded', code: 7, msg: '' }
      : { done: true, data: { pidId: 2, id: 1, list: [] } }
  const context = new RouterContextProvider()
  const theRest = { script: 's', theme: 'b', signedIn: false, nonce: '', origin: 'https://a.example' } as const
  context.set(pageCache, createCallCache())
  context.set(pageContext, { make, boot: { siteKey: '', now: 0 }, onError: () => undefined, ...theRest })
  const load = ({ params: { type = '', id = '' }, ...rest }: LoaderFunctionArgs<Readonly<RouterContextProvider>>) =>
    loader({ ...rest, params: { type, id } })
  const routes = [{ path: '/details/:type/:id', loader: load }]
  const answer = await createStaticHandler(routes).query(new Request('https://a.example/details/2/1'), {
    requestContext: context,
  })
  return answer instanceof Response ? answer.status : answer.statusCode
}

test('[I01] [B19] a title’s page is rendered without its comments, but not without the title', async () => {
  expect(await statusWithout('vodDetail')).toBe(503)
  expect(await statusWithout('commentList')).toBe(200)
})
