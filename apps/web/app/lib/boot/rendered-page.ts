import { createContext } from 'react-router'

/** Where the server's entry leaves the text of a page: in one piece, past the streams of the router's response. */
export const renderedPage = createContext<{ html: string | null }>()
