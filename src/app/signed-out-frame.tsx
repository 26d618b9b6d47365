import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Brand } from '#ui/brand/brand.tsx'
import { ColourSchemeToggle } from '#ui/colour-scheme-toggle/colour-scheme-toggle.tsx'
import classes from './signed-out-frame.module.css'

/** Only the demo has such a page. */
const demoMessages = document.querySelector<HTMLMetaElement>('meta[name="demo-messages"]')?.content ?? ''

/** The frame of the signed-out pages. */
export const SignedOutFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.page}>
    <header className={classes.header}>
      <Brand />
      <div className={classes.actions}>
        <Anchor component={Link} href="/login" size="sm" fw={500}>
          Login
        </Anchor>
        <ColourSchemeToggle />
      </div>
    </header>
    <main className={classes.main}>{children}</main>
    {demoMessages !== '' && (
      <footer className={classes.footer}>
        <Anchor href={demoMessages} size="sm">
          Messages sent by this demo
        </Anchor>
      </footer>
    )}
  </div>
)
