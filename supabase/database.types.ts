/** Written by `npm run types`. `tests/database/database-types.test.ts` compares it with the schema. */

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  desk: {
    Tables: {
      [_ in never]: never;
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      add_key: { Args: { kind: string; user_id: string }; Returns: undefined };
      add_staff: { Args: { name: string; role: string; user_id: string }; Returns: Json };
      assign: {
        Args: { assignee: string; lead_id: string; request_id: string; version: number };
        Returns: Json;
      };
      change_offer: {
        Args: {
          amount?: number;
          basis?: string;
          conditions?: string;
          evidence?: string;
          funds?: string;
          lead_id: string;
          market_value?: number;
          next_action?: string;
          next_at?: string;
          offer_id: string;
          reason_code?: string;
          request_id: string;
          shows_market_value?: boolean;
          status: string;
          valid_until?: string;
          version: number;
        };
        Returns: Json;
      };
      changes: { Args: { after: string }; Returns: Json };
      claim: { Args: { lead_id: string; request_id: string }; Returns: Json };
      distrust: { Args: { lead_id: string; request_id: string }; Returns: Json };
      end_links: { Args: { lead_id: string; request_id: string }; Returns: Json };
      end_staff: { Args: { user_id: string }; Returns: Json };
      erase: { Args: { key: string; lead_ids: string[]; reason: string; request_id: string }; Returns: Json };
      export_csv: { Args: { first_day: string; last_day: string; request_id: string }; Returns: Json };
      first_screen: { Args: Record<PropertyKey, never>; Returns: Json };
      funnel: { Args: { first_day: string; last_day: string }; Returns: Json };
      hold: {
        Args: { lead_id: string; reason: string; request_id: string; until: string; version: number };
        Returns: Json;
      };
      inbox: { Args: { before?: string; page_size?: number; view: string }; Returns: Json };
      lead: { Args: { lead_id: string }; Returns: Json };
      list_staff: { Args: Record<PropertyKey, never>; Returns: Json };
      log_call: {
        Args: {
          body?: string;
          channel: string;
          close_reason?: string;
          lead_id: string;
          next_action?: string;
          next_at?: string;
          outcome: string;
          request_id: string;
          version: number;
        };
        Returns: Json;
      };
      mail_seller: { Args: { lead_id: string; mail: string; request_id: string }; Returns: Json };
      make_link: { Args: { key_hash: string; lead_id: string; request_id: string }; Returns: Json };
      me: { Args: Record<PropertyKey, never>; Returns: Json };
      merge: {
        Args: { lead_id: string; request_id: string; target_id: string; version: number };
        Returns: Json;
      };
      note: { Args: { body: string; lead_id: string; request_id: string }; Returns: Json };
      offer: {
        Args: {
          amount: number;
          basis: string;
          conditions: string;
          funds: string;
          lead_id: string;
          market_value: number;
          next_action?: string;
          next_at?: string;
          request_id: string;
          shows_market_value?: boolean;
          valid_until: string;
          version: number;
        };
        Returns: Json;
      };
      person: { Args: { key: string }; Returns: Json };
      plan: {
        Args: { lead_id: string; next_action: string; next_at: string; request_id: string; version: number };
        Returns: Json;
      };
      release: { Args: { lead_id: string; request_id: string; version: number }; Returns: Json };
      reply: { Args: { body: string; lead_id: string; request_id: string }; Returns: Json };
      search: { Args: { query: string }; Returns: Json };
      set_contact_rules: {
        Args: {
          contact_rules: string;
          do_not_call: boolean;
          lead_id: string;
          request_id: string;
          version: number;
          vulnerable: boolean;
        };
        Returns: Json;
      };
      set_opening_hours: {
        Args: { closed_on?: string[]; hours: Json; open_on?: string[] };
        Returns: undefined;
      };
      set_stage: {
        Args: {
          lead_id: string;
          next_action?: string;
          next_at?: string;
          reason?: string;
          request_id: string;
          stage: string;
          version: number;
        };
        Returns: Json;
      };
      set_trial: { Args: { allowed: boolean }; Returns: undefined };
      trust: { Args: { lead_id: string; request_id: string }; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
  public: {
    Tables: {
      leads: {
        Row: {
          address: string | null;
          bedrooms: string | null;
          created_at: string;
          email: string | null;
          id: string;
          message: string | null;
          name: string;
          phone: string;
          postcode: string | null;
          property_condition: string | null;
          property_type: string | null;
          source: string;
          suspect_reasons: string[];
        };
        ComputedFields: never;
        Insert: {
          address?: string | null;
          bedrooms?: string | null;
          created_at?: string;
          email?: string | null;
          id?: string;
          message?: string | null;
          name: string;
          phone: string;
          postcode?: string | null;
          property_condition?: string | null;
          property_type?: string | null;
          source: string;
          suspect_reasons?: string[];
        };
        Update: {
          address?: string | null;
          bedrooms?: string | null;
          created_at?: string;
          email?: string | null;
          id?: string;
          message?: string | null;
          name?: string;
          phone?: string;
          postcode?: string | null;
          property_condition?: string | null;
          property_type?: string | null;
          source?: string;
          suspect_reasons?: string[];
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      [_ in never]: never;
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};
