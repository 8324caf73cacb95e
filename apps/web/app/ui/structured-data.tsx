import { useLocation } from 'react-router'
import { useAbsolute } from '../lib/boot/page-origin.ts'
import { usePictures } from '../lib/picture.ts'
import { useScript } from '../lib/site/preferences.tsx'
import { inScript } from '../lib/seo/page-words.ts'
import { dataText, type Described, type Places } from '../lib/seo/structured-data.ts'
import { useSite } from '../lib/site/site.ts'

/** What a page shows. False in the browser: who reads it takes pages as they come from the server. */
type Graph = false | ((places: Places) => readonly Described[])

/** Always the same object, so that the browser leaves alone what the server wrote. */
const untouched = { __html: '{}' }

/** Says for machines what the page shows. A block of data is no script: browsers do not run it. */
export function StructuredData({ graph }: { graph: Graph }) {
  const { pathname } = useLocation()
  return import.meta.env.SSR && graph ? (
    <WrittenData graph={graph} />
  ) : (
    <script key={pathname} type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
  )
}

function WrittenData({ graph }: { graph: Exclude<Graph, false> }) {
  const absolute = useAbsolute()
  const pictures = usePictures()
  const script = useScript()
  const home = useSite()?.name ?? ''
  const places: Places = {
    home,
    address: (path) => inScript(absolute(path), script),
    picture: (address) => absolute(pictures(address, 'wide').src),
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: dataText(graph(places)) }} />
}
