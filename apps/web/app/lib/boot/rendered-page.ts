import type { HtmlPart } from '@yunmu/contract'
import { createContext } from 'react-router'

/** Where the server's entry stores the rendered page, instead of in the stream of the router's response. */
export const renderedPage = createContext<{ html: readonly HtmlPart[] | null }>()
