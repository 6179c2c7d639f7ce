import { Box, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProductLogo } from '#web/ui/ProductLogo.tsx';
import { ProductMark } from '#web/ui/ProductMark.tsx';
import classes from './EntryPage.module.css';
import { LanguageOffer } from './LanguageOffer.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { LoginArt } from './LoginArt.tsx';

/** The frame of pages that are open without a session. */
export function EntryPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <LoginArt />
      <main className={classes.main}>
        <Box className={classes.language}>
          <LanguageSelect />
        </Box>
        <LanguageOffer />
        <div className={classes.card}>
          <ProductLogo height={48} alt="">
            <ProductMark size={40} />
          </ProductLogo>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {children}
        </div>
      </main>
    </div>
  );
}
