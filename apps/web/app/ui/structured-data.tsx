import { useLocation } from 'react-router'
import { useAbsolute } from '../lib/boot/page-origin.ts'
import { usePictures } from '../lib/picture.ts'
import { useScript } from '../lib/site/preferences.tsx'
import { inScript } from '../lib/seo/page-metadata.ts'
import { jsonLdText, type SchemaObject, type SchemaContext } from '../lib/seo/structured-data.ts'
import { useSite } from '../lib/site/site.ts'

/** Builds the page's graph. False in the browser: crawlers read the server's HTML. */
type Graph = false | ((context: SchemaContext) => readonly SchemaObject[])

/** A constant object, so that React keeps the content that the server rendered. */
const emptyData = { __html: '{}' }

/** The page's JSON-LD. A data block is not a script: browsers do not run it. */
export function StructuredData({ graph }: { graph: Graph }) {
  const { pathname } = useLocation()
  return import.meta.env.SSR && graph ? (
    <ServerStructuredData graph={graph} />
  ) : (
    <script key={pathname} type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={emptyData} />
  )
}

function ServerStructuredData({ graph }: { graph: Exclude<Graph, false> }) {
  const absolute = useAbsolute()
  const pictures = usePictures()
  const script = useScript()
  const siteName = useSite()?.name ?? ''
  const context: SchemaContext = {
    siteName,
    address: (path) => inScript(absolute(path), script),
    picture: (address) => absolute(pictures(address, 'wide').src),
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLdText(graph(context)) }} />
}
