import { Badge, NativeSelect, Tabs } from '@mantine/core';
import { useFormat } from '#web/lib/i18n/format.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '../use-wider-than.ts';

type PageTab<Value extends string> = {
  value: Value;
  label: string;
  /** Shown if it is not 0. Undefined until it is known. */
  count?: number | undefined;
  /** Whether it has a count. The space for it is there from the start. */
  hasCount?: boolean;
};

type PageTabsProps<Value extends string> = {
  /** Accessible name of the selection on phones. */
  label: string;
  tabs: PageTab<Value>[];
  value: Value;
  onChange: (value: string | null) => void;
};

/** The tabs of a page with many; on phones a selection, because the tabs take several lines there. Within `Tabs`. */
export function PageTabs<Value extends string>(props: PageTabsProps<Value>) {
  const { label, tabs, value, onChange } = props;
  const { number } = useFormat();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  return (
    <>
      {!isWide && (
        <NativeSelect
          aria-label={label}
          mb="xs"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={tabs.map((tab) => ({
            value: tab.value,
            label: tab.count ? `${tab.label} (${number(tab.count)})` : tab.label,
          }))}
        />
      )}
      {/* Hidden tabs still name their panels. */}
      <Tabs.List mb="md" {...(!isWide && { display: 'none' })}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            rightSection={
              tab.hasCount && (
                <Badge
                  variant={tab.count ? 'light' : 'transparent'}
                  size="sm"
                  flex="none"
                  miw="2rem"
                >
                  {tab.count ? number(tab.count) : ''}
                </Badge>
              )
            }
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </>
  );
}
